-- One row, which /readyz writes: only a commit shows that the database stores.
CREATE TABLE readiness (
  single boolean PRIMARY KEY CHECK (single),
  written_at timestamptz NOT NULL
);
