import { killSwitch, oldestAllowed, referenceSettings } from '@app/domain/reference';
import { LANGUAGE_CODES, LANGUAGE_NAMES } from '@app/i18n';
import { noticeText } from '@app/i18n/server';
import type { Input, Output } from '@app/protocol';
import type { getSetting } from '@app/protocol/reference';
import type { Settings } from './settings.ts';

type Keyword = Input<typeof getSetting>['keyword'];
type Shown = Output<typeof getSetting>;

const LANGUAGES: Shown['list'] = LANGUAGE_CODES.map((code) => {
  const { own, english, chinese } = LANGUAGE_NAMES[code];
  return { option_name: own, en_name: english, tw_name: chinese };
});

/** Publicly readable settings, as the text the app shows. */
const VALUES: Readonly<Record<Keyword, (settings: Settings, lang: string) => Promise<string>>> = {
  kefu: async (settings) => (await settings.read(referenceSettings.supportAddress)).value,
  risk_text: async (settings, lang) => {
    const { value: percent } = await settings.read(referenceSettings.losingAccounts);
    return noticeText(lang, 'risk_text', { percent });
  },
  languages: () => Promise.resolve(''),
  app_version: async (settings) => oldestAllowed((await settings.read(referenceSettings.oldestApp)).value),
  maintenance: async (settings, lang) => {
    const { value: isRunning } = await settings.read(killSwitch('service'));
    return isRunning ? '' : noticeText(lang, 'maintenance');
  },
  withdraw_notice: async (settings, lang) => {
    const { value: hours } = await settings.read(referenceSettings.newAddressWait);
    return noticeText(lang, 'withdraw_notice', { hours });
  },
};

/** Returns the value of one keyword in the language of the call. */
export async function readPublicSetting(settings: Settings, keyword: Keyword, lang: string): Promise<Shown> {
  const value = await VALUES[keyword](settings, lang);
  return { keyword, value, list: keyword === 'languages' ? LANGUAGES : [] };
}
