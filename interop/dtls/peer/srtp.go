package main

import (
	"errors"
	"net"

	"github.com/pion/dtls/v3"
	"github.com/pion/rtcp"
	"github.com/pion/rtp"
	"github.com/pion/srtp/v3"
)

// profiles are the protection profiles with AES (RFC 5764 §4.1.2, RFC 7714 §14.2).
var profiles = map[string]dtls.SRTPProtectionProfile{
	"AES128_CM_HMAC_SHA1_80": dtls.SRTP_AES128_CM_HMAC_SHA1_80,
	"AES128_CM_HMAC_SHA1_32": dtls.SRTP_AES128_CM_HMAC_SHA1_32,
	"AES256_CM_SHA1_80":      dtls.SRTP_AES256_CM_SHA1_80,
	"AES256_CM_SHA1_32":      dtls.SRTP_AES256_CM_SHA1_32,
	"AEAD_AES_128_GCM":       dtls.SRTP_AEAD_AES_128_GCM,
	"AEAD_AES_256_GCM":       dtls.SRTP_AEAD_AES_256_GCM,
}

// A stream sends and receives data as the payloads of SRTP, under the keys of a
// DTLS connection. Before each packet it sends a report in SRTCP.
type stream struct {
	conn     *net.UDPConn
	peer     *net.UDPAddr // unknown to a server until it has received something
	out, in  *srtp.Context
	sequence uint16
	reports  int // received since the last packet
}

func newStream(conn *dtls.Conn, media *net.UDPConn, o options) (*stream, error) {
	s := &stream{conn: media}
	state, ok := conn.ConnectionState()
	if !ok {
		return nil, errors.New("no state of the connection")
	}
	profile, ok := conn.SelectedSRTPProtectionProfile()
	if !ok || profile != profiles[o.profile] {
		return nil, errors.New("another protection profile was agreed on")
	}
	config := &srtp.Config{Profile: srtp.ProtectionProfile(profile)}
	if err := config.ExtractSessionKeysFromDTLS(&state, o.connect != ""); err != nil {
		return nil, err
	}
	var err error
	if s.out, err = srtp.CreateContext(config.Keys.LocalMasterKey, config.Keys.LocalMasterSalt, config.Profile); err != nil {
		return nil, err
	}
	if s.in, err = srtp.CreateContext(config.Keys.RemoteMasterKey, config.Keys.RemoteMasterSalt, config.Profile); err != nil {
		return nil, err
	}
	if o.media != "" {
		s.peer, err = net.ResolveUDPAddr("udp", o.media)
	}
	return s, err
}

func (s *stream) Write(p []byte) (int, error) {
	report := rtcp.SenderReport{SSRC: 1, PacketCount: uint32(s.sequence)}
	plain, err := report.Marshal()
	if err != nil {
		return 0, err
	}
	sealed, err := s.out.EncryptRTCP(nil, plain, nil)
	if err != nil {
		return 0, err
	}
	if _, err := s.conn.WriteToUDP(sealed, s.peer); err != nil {
		return 0, err
	}
	s.sequence++
	packet := rtp.Packet{
		Header:  rtp.Header{Version: 2, PayloadType: 96, SSRC: 1, SequenceNumber: s.sequence},
		Payload: p,
	}
	if plain, err = packet.Marshal(); err != nil {
		return 0, err
	}
	if sealed, err = s.out.EncryptRTP(nil, plain, nil); err != nil {
		return 0, err
	}
	if _, err := s.conn.WriteToUDP(sealed, s.peer); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (s *stream) Read(p []byte) (int, error) {
	for {
		buf := make([]byte, 1<<16)
		n, peer, err := s.conn.ReadFromUDP(buf)
		if err != nil {
			return 0, err
		}
		s.peer = peer
		// Packet types 192 to 223 are RTCP's (RFC 5761 §4).
		if t := buf[1]; t >= 192 && t <= 223 {
			if err := s.report(buf[:n]); err != nil {
				return 0, err
			}
			continue
		}
		plain, err := s.in.DecryptRTP(nil, buf[:n], nil)
		if err != nil {
			return 0, err
		}
		var packet rtp.Packet
		if err := packet.Unmarshal(plain); err != nil {
			return 0, err
		}
		if s.reports != 1 {
			return 0, errors.New("a packet without its report")
		}
		s.reports = 0
		return copy(p, packet.Payload), nil
	}
}

// report checks the report before a packet.
func (s *stream) report(sealed []byte) error {
	plain, err := s.in.DecryptRTCP(nil, sealed, nil)
	if err != nil {
		return err
	}
	var r rtcp.SenderReport
	if err := r.Unmarshal(plain); err != nil {
		return err
	}
	s.reports++
	return nil
}
