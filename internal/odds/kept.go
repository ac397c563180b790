package odds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"club99/internal/store"
)

// Kept returns what this version of the program found about the rules with that
// hash before, nil if nothing. The error says what is wrong with what is there.
func Kept(ctx context.Context, st store.Store, hash string) (*Findings, error) {
	version, body, err := st.Odds(ctx, hash)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && version != Version:
		return nil, nil
	case err != nil:
		return nil, err
	}
	f := new(Findings)
	if err := json.Unmarshal(body, f); err != nil {
		return nil, fmt.Errorf("odds of rules %s: %w", hash, err)
	}
	return f, nil
}
