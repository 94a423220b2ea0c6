import { isEmail, isUrl } from '../checks/index.ts';
import { OLDEST_APP } from './app-version.ts';
import { codecOf, countries, integer, setting, text } from './setting.ts';

const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;

export const supportAddress = setting({
  key: 'reference.support_address',
  codec: text((value) => value === '' || isUrl(value) || isEmail(value)),
  initial: '',
  meaning: 'Where users reach support: a link or an e-mail address, or nothing.',
});
export const operatorName = setting({
  key: 'reference.operator_name',
  codec: text((value) => value === value.trim() && value.length <= 120),
  initial: '',
  meaning: 'Who runs this exchange, as its terms state it: the name of a person or company, or nothing.',
});
export const losingAccounts = setting({
  key: 'reference.losing_accounts_percent',
  codec: integer({ min: 0, max: 100 }),
  initial: 76,
  meaning: 'How many of a hundred retail CFD accounts lose money, as the risk text says.',
});
export const oldestApp = setting({
  key: 'reference.oldest_app_version',
  codec: text((value) => VERSION.test(value)),
  initial: OLDEST_APP,
  meaning: 'The oldest version of the app that may be used; never older than these servers understand.',
});
export const newAddressWait = setting({
  key: 'reference.new_address_wait_hours',
  codec: integer({ min: 1, max: 720 }),
  initial: 24,
  meaning: 'How many hours a new or edited withdrawal address or bank account waits before it can receive money.',
});
export const closedCountries = setting({
  key: 'reference.closed_countries',
  codec: codecOf(countries),
  initial: ['CU', 'IR', 'KP', 'SY'],
  meaning: 'Countries whose residents cannot open an account.',
});
