-- A page of all cases is read in the order of the list, however many are closed.
CREATE INDEX cases_order ON cases (waiting_since, updated_at DESC, id DESC);
