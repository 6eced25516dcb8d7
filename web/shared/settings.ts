import { type KnownPageSettings, PAGE_SETTINGS_ID, readPageSettings } from '@stampus/contract/settings'

/** What the server wrote into the page (D-65). */
export const settings: KnownPageSettings = readPageSettings(document.getElementById(PAGE_SETTINGS_ID)?.textContent)
