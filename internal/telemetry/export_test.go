package telemetry

import (
	"context"
	"log/slog"
	"time"

	"club99/money"
)

// LedgerAt is Ledger by another clock.
func (m *Metrics) LedgerAt(log *slog.Logger, sum func(context.Context) (money.Amount, error), now func() time.Time) {
	m.ledger(log, sum, now)
}
