package gateway

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/centrifugal/centrifuge"
)

// broker keeps the last of each channel in memory, and knows which of them somebody
// listens to here. The name of what it keeps (the epoch) changes when this node finds
// that it missed something: whoever listened under the name before joins anew.
type broker struct {
	*centrifuge.MemoryBroker
	hub *Hub
}

// Subscribe is centrifuge.Broker.
func (b broker) Subscribe(channels ...string) error {
	var errs []error
	for _, ch := range channels {
		errs = append(errs, b.hub.open(ch))
	}
	return errors.Join(errs...)
}

// Unsubscribe is centrifuge.Broker.
func (b broker) Unsubscribe(channels ...string) error {
	l := &b.hub.lines
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, ch := range channels {
		if at := l.all[ch]; at != nil {
			at.idle = time.Now()
		}
	}
	return nil
}

// RegisterBrokerEventHandler is centrifuge.Broker.
func (b broker) RegisterBrokerEventHandler(h centrifuge.BrokerEventHandler) error {
	return b.MemoryBroker.RegisterBrokerEventHandler(named{h, &b.hub.lines})
}

// History is centrifuge.Broker.
func (b broker) History(ch string, opts centrifuge.HistoryOptions) ([]*centrifuge.Publication, centrifuge.StreamPosition, error) {
	l := &b.hub.lines
	if since := opts.Filter.Since; since != nil {
		if epoch, ok := l.unnamed(ch, since.Epoch); ok {
			opts.Filter.Since = &centrifuge.StreamPosition{Offset: since.Offset, Epoch: epoch}
		} else {
			opts.Filter = centrifuge.HistoryFilter{} // nothing is left of what went by that name
		}
	}
	list, at, err := b.MemoryBroker.History(ch, opts)
	at.Epoch = l.named(ch, at.Epoch)
	return list, at, err
}

// named tells the library what a channel is called now.
type named struct {
	centrifuge.BrokerEventHandler
	lines *lines
}

// HandlePublication is centrifuge.BrokerEventHandler.
func (n named) HandlePublication(ch string, pub *centrifuge.Publication, at centrifuge.StreamPosition, delta bool, before *centrifuge.Publication) error {
	if at.Epoch != "" {
		at.Epoch = n.lines.named(ch, at.Epoch)
	}
	return n.BrokerEventHandler.HandlePublication(ch, pub, at, delta, before)
}

// rename gives a channel a name that it never had.
func (l *lines) rename(channel string) { l.names.Store(channel, strconv.FormatUint(l.next.Add(1), 36)) }

func (l *lines) named(channel, epoch string) string {
	if name, ok := l.names.Load(channel); ok {
		return epoch + "-" + name.(string)
	}
	return epoch
}

// unnamed takes the name away, if it is the channel's.
func (l *lines) unnamed(channel, epoch string) (string, bool) {
	name, ok := l.names.Load(channel)
	if !ok {
		return epoch, true
	}
	return strings.CutSuffix(epoch, "-"+name.(string))
}
