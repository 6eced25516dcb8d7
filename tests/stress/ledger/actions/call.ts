/** A call to the API that is sent, once or twice at the same moment. */
export type Call = () => Promise<{ status: number }>
