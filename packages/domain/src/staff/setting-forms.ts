/** How the value of a setting is entered: everything without a form of its own is JSON. */
export const SETTING_FORMS = ['flag', 'integer', 'decimal', 'text', 'countries', 'product', 'json'] as const;
export type SettingForm = (typeof SETTING_FORMS)[number];
