import * as routes from '@app/protocol/kyc';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Settings } from '../reference/index.ts';
import { listLevels } from './list-levels.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function kycRoutes(http: Http, { settings }: { readonly settings: Settings }): void {
  serve(http, routes.getLevelList, () => listLevels(settings));
}
