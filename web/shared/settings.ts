import { type KnownPageSettings, PAGE_SETTINGS_ID, readPageSettings } from '@stampus/contract/settings'

/** The settings that the server wrote into the page. */
export const settings: KnownPageSettings = readPageSettings(document.getElementById(PAGE_SETTINGS_ID)?.textContent)
