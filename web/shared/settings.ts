import { type KnownPageSettings, PAGE_SETTINGS_ID, readPageSettings } from '@stampus/contract/settings'

export const settings: KnownPageSettings = readPageSettings(document.getElementById(PAGE_SETTINGS_ID)?.textContent)
