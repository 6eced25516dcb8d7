const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The one picture of the bare server: where it lies, the file itself, and what stands in its place meanwhile. */
export const PICTURE = '/pictures/any.png'
export const pictureFile = { type: 'image/png', body: Buffer.from(PNG, 'base64') }
export const PLACEHOLDER = `data:image/png;base64,${PNG}`
