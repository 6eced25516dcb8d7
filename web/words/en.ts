/**
 * Every word of the members' app that is its own, in English; what the server says too stands in `contract/texts.ts`.
 * Another language is another file of these names, to which `#words` in `package.json` points.
 */

// --- app: what stands around every page ---

// --- home ---

// --- accounts ---

// --- merchants ---

// --- deals ---

// --- announcements ---

// --- submissions ---
