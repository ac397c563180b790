package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server of a test.
type Server struct {
	bin, dir string
	port     int
	owner    *syscall.SysProcAttr // who it runs as

	mu      sync.Mutex
	running *exec.Cmd
	ended   chan struct{}
	output  bytes.Buffer
}

// startTime bounds how long a server takes to start or stop.
const startTime = 60 * time.Second

// New makes a server in a folder of its own and starts it. settings are lines of
// postgresql.conf. Whoever makes it has to [Server.Remove] it.
func New(settings ...string) (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "club99-pg-")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir}
	if err := s.make(settings); err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	if err := s.Start(); err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	return s, nil
}

// programs is the folder of PostgreSQL's programs, the newest if there are several.
func programs() (string, error) {
	if bin := os.Getenv("PGBIN"); bin != "" {
		return bin, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", errors.New("PostgreSQL is not installed: run scripts/setup-system.sh (on Debian: apt-get install postgresql), or set PGBIN to the folder of initdb and postgres")
}

func (s *Server) make(settings []string) error {
	var err error
	if s.owner, err = s.other(); err != nil {
		return err
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.port = free.Addr().(*net.TCPAddr).Port
	free.Close()
	cmd := s.command(context.Background(), "initdb", "-D", s.data(), "-U", "club99", "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "-X", s.dir+"/wal")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	conf, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer conf.Close()
	// Behind the settings that initdb wrote, the last of a name counts.
	lines := append([]string{
		"listen_addresses = '127.0.0.1'", fmt.Sprintf("port = %d", s.port), fmt.Sprintf("unix_socket_directories = '%s'", s.dir),
		"fsync = off", "shared_buffers = 32MB", "max_connections = 120", "autovacuum = off",
	}, settings...)
	for _, line := range lines {
		if _, err := fmt.Fprintln(conf, line); err != nil {
			return err
		}
	}
	return nil
}

// other is how a program is run as somebody else than root, who is given the folder.
func (s *Server) other() (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return child(nil), nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2, os.Chown(s.dir, uid, gid)); err != nil {
			return nil, err
		}
		return child(&identity{uint32(uid), uint32(gid)}), nil
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.SysProcAttr, cmd.Env = s.dir, s.owner, append(os.Environ(), "LC_ALL=C")
	return cmd
}

// Start starts the server, and returns when it answers.
func (s *Server) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		return errors.New("the server is running")
	}
	cmd := s.command(context.Background(), "postgres", "-D", s.data())
	s.output.Reset()
	cmd.Stdout, cmd.Stderr = &s.output, &s.output
	if err := start(cmd); err != nil {
		return fmt.Errorf("starting PostgreSQL: %w", err)
	}
	s.running, s.ended = cmd, make(chan struct{})
	go func() {
		_ = cmd.Wait() // it is stopped by signals
		close(s.ended)
	}()
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := s.Exec("postgres", `SELECT 1`)
		if err == nil {
			return nil
		}
		select {
		case <-s.ended:
			s.running = nil
			return fmt.Errorf("PostgreSQL ended: %s", s.output.String())
		default:
		}
		if time.Since(begun) > startTime {
			return fmt.Errorf("PostgreSQL does not answer: %w", err)
		}
	}
}

// Stop ends the server by a signal: SIGINT cuts connections off and shuts down,
// SIGQUIT leaves everything to the next start to be mended, as a crash does.
func (s *Server) Stop(signal syscall.Signal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == nil {
		return nil
	}
	if err := s.running.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-s.ended:
	case <-time.After(startTime):
		return errors.New("PostgreSQL does not stop")
	}
	s.running = nil
	return nil
}

// Remove stops the server and removes everything of it.
func (s *Server) Remove() error {
	return errors.Join(s.Stop(syscall.SIGQUIT), os.RemoveAll(s.dir))
}

// URL names a database of the server.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("postgres://club99@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// Port is where the server listens on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Exec executes statements in a database.
func (s *Server) Exec(database string, statements ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.URL(database))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
	}
	return nil
}
