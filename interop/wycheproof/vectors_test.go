package wycheproof

import (
	"encoding/hex"
	"encoding/json"
	"io/fs"

	"github.com/c2sp/wycheproof"
)

// A file is one file of vectors.
type file struct {
	TestGroups []group
}

// A group is what the vectors of a group share; sizes are in bits.
type group struct {
	KeySize, IVSize, TagSize int
	Tests                    []vector
}

// A vector is one test case. Fields that its mode does not have stay empty.
type vector struct {
	TcID                       int
	Comment, Result            string
	Key, IV, AAD, Msg, CT, Tag hexBytes
}

// hexBytes are bytes that JSON holds in hexadecimal.
type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

// load reads the file of the algorithm called name.
func load(name string) (f file, err error) {
	data, err := fs.ReadFile(wycheproof.TestVectors, name+"_test.json")
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(data, &f)
}
