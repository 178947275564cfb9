package ssh

import (
	"testing"

	"vpaes.example/aes/interop/internal/leak"
)

func TestMain(m *testing.M) { leak.Main(m) }
