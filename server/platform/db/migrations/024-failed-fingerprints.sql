-- How often the fingerprint of a picture failed, as on a busy machine; zero where it was made.
ALTER TABLE picture_landmarks ADD COLUMN failed_tries smallint NOT NULL DEFAULT 0;
