package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// The exit statuses.
const (
	done     = 0
	failed   = 1
	badUsage = 2
)

// commands are the commands and their flags.
type commands struct {
	Serve    serve       `cmd:"" help:"Open the club: serve the page and the tables."`
	Rules    rules       `cmd:"" help:"Print a table's rules as its help page, or in other forms."`
	Scenario scenario    `cmd:"" help:"Play scenario files through the engine and check them."`
	Analyze  analysis    `cmd:"" help:"Find what rules are worth: the house edge, the strategy chart, every hand."`
	Simulate simulation  `cmd:"" help:"Play many rounds fast: the expectation, its interval, and what rounds earn."`
	Verify   verifyRound `cmd:"" help:"Check the record of a round, its shuffle, cards and game; or a table's list of shoes."`
	Shoe     struct {
		Bytes shoeBytes `cmd:"" help:"Write random bytes made from shuffled decks, for tests of randomness."`
	} `cmd:"" help:"Try the shuffle."`
	Ledger struct {
		Verify verify `cmd:"" help:"Recompute every balance and every payout, and say what is wrong."`
	} `cmd:"" help:"Audit the books."`
	Backup  backup      `cmd:"" help:"Copy the books of a running club to a file, and check the copy."`
	Bots    bots        `cmd:"" help:"Play at a club's tables with many players, and check everything they are told."`
	Report  houseReport `cmd:"" help:"Compare each table's result with what the house should have won."`
	Reopen  reopen      `cmd:"" help:"Open a table again that was closed because of a fault."`
	Void    void        `cmd:"" help:"Give back what is at stake at tables whose key is lost, and give up their shoes."`
	Migrate migrate     `cmd:"" help:"Bring the books' tables up to date, or the books of a data folder into PostgreSQL."`
	Config  conf        `cmd:"" help:"Print the settings in effect, as a commented file."`
	Version version     `cmd:"" help:"Print the version."`
}

// usageError is a request that was put wrongly: exit status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// errSaid is a failure of which everything has been said: exit status 1.
var errSaid = errors.New("failed")

// streams are where a command writes: data, and everything else.
type streams struct{ data, notes io.Writer }

func main() {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ctx, stop := context.WithCancel(context.Background())
	hurry, now := context.WithCancel(context.Background())
	go func() {
		<-signals
		stop()
		<-signals
		now()
	}()
	status := run(context.WithValue(ctx, hurryKey{}, hurry), os.Args[1:], os.Stdout, os.Stderr)
	now()
	os.Exit(status)
}

// hurryKey is where a command's context has the one that ends when the user asks
// a second time to stop.
type hurryKey struct{}

// hurried is that context.
func hurried(ctx context.Context) context.Context {
	if hurry, ok := ctx.Value(hurryKey{}).(context.Context); ok {
		return hurry
	}
	return context.WithoutCancel(ctx)
}

// exited is how a parser that wants to end the program, as after --help, says so.
type exited int

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exited:
			status = int(r)
		default:
			panic(r)
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parser, err := kong.New(&commands{},
		kong.Name("club99"),
		kong.Description("CLUB 99, a blackjack club on a server. Try: club99 serve"),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{stdout, stderr}),
	)
	if err != nil {
		panic(err) // the commands above are malformed
	}
	command, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "club99: %s (club99 --help lists the commands, club99 COMMAND --help their flags)\n", oneLine(err))
		return badUsage
	}
	return report(command.Run(), stderr)
}

func report(err error, stderr io.Writer) int {
	var usage usageError
	switch {
	case err == nil:
		return done
	case errors.Is(err, errSaid):
		return failed
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "club99: %v\n", usage)
		return badUsage
	}
	fmt.Fprintf(stderr, "club99: %v\n", err)
	return failed
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", " ") }
