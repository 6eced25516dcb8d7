export async function clearDraft(): Promise<void> {}
export async function saveDraft(_draft: { file?: File }): Promise<void> {}
