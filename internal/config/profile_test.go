package config_test

import (
	"strings"
	"testing"

	"club99/internal/config"
)

// Profiles show what the program does: nobody else may reach them, whatever is asked for.
func TestProfilesAreOfThisMachineAlone(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "127.0.0.1:9098": true, "localhost:9098": true, "[::1]:9098": true, "127.8.8.8:1": true,
		":9098": false, "0.0.0.0:9098": false, "[::]:9098": false, "192.0.2.1:9098": false, "club.example:9098": false, "9098": false,
	} {
		c := config.Default()
		c.Profile = address
		err := c.Validate()
		if refused := err != nil && strings.Contains(err.Error(), "profile: "); refused == ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}
