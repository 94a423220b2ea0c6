import { referenceSettings } from '@app/domain/reference';
import * as routes from '@app/protocol/reference';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { listCoins } from './list-coins.ts';
import { listFiatRates } from './list-fiat-rates.ts';
import { readPublicSetting } from './read-public-setting.ts';
import type { Settings } from './settings.ts';

type ReferenceDeps = Pick<Platform, 'db'> & { readonly settings: Settings };

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function referenceRoutes(http: Http, { db, settings }: ReferenceDeps): void {
  serve(http, routes.exchangeRate, () => listFiatRates(db));
  serve(http, routes.listCoins, () => listCoins(db));
  serve(http, routes.getSetting, ({ keyword }, _caller, { lang }) => readPublicSetting(settings, keyword, lang));
  serve(http, routes.countries, async () => ({
    closed: [...(await settings.read(referenceSettings.closedCountries)).value],
  }));
}
