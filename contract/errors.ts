/** The body of every refusal (D-08): a sentence, and texts by the snake_case field names of section 7. */
export type ErrorBody = { message: string; errors: Record<string, string[]> }
