-- When members stop seeing an announcement; null is never.
ALTER TABLE announcements ADD COLUMN ends_at timestamptz, ADD CHECK (ends_at > published_at);
