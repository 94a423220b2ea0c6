import * as routes from '@app/protocol/kyc';
import type { Http } from '../../platform/caller.ts';
import { serve } from '../../platform/serve.ts';
import type { Settings } from '../reference/index.ts';
import { listLevels } from './list-levels.ts';

/** Translates wire words into domain words and nothing else: a rule found here is in the wrong file. */
export function kycRoutes(http: Http, { settings }: { readonly settings: Settings }): void {
  serve(http, routes.getLevelList, () => listLevels(settings));
}
