package store

import (
	"fmt"
	"strconv"
	"strings"

	"club99/internal/ledger"
	"club99/money"
)

// WriteTransfers writes transfers as the databases keep them, a line each:
// neither an account nor a reason has a space in it.
func WriteTransfers(list []ledger.Transfer) string {
	var b []byte
	for i := range list {
		t := &list[i]
		if i > 0 {
			b = append(b, '\n')
		}
		b = append(append(b, t.From...), ' ')
		b = append(append(b, t.To...), ' ')
		b = append(strconv.AppendInt(b, int64(t.Amount), 10), ' ')
		b = append(b, t.Reason...)
	}
	return string(b)
}

// ReadTransfers reads what [WriteTransfers] wrote for an entry. Their ids are their places.
func ReadTransfers(text, table string, seq uint64) ([]ledger.Transfer, error) {
	var list []ledger.Transfer
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Split(line, " ")
		if len(words) != 4 {
			return nil, fmt.Errorf("table %s, entry %d: %q is not a transfer", table, seq, line)
		}
		amount, err := strconv.ParseInt(words[2], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("table %s, entry %d: the amount of the transfer %q: %w", table, seq, line, err)
		}
		list = append(list, ledger.Transfer{
			ID:   ledger.TransferID{Table: table, Seq: seq, Index: len(list)},
			From: ledger.Account(words[0]), To: ledger.Account(words[1]), Amount: money.Amount(amount), Reason: words[3],
		})
	}
	return list, nil
}
