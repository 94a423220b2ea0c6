import { languageOr } from '@app/i18n';
import * as routes from '@app/protocol/export';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import { serveDownload } from '../../platform/http/serve-download.ts';
import type { AuthDeps } from '../auth/index.ts';
import { createExport, type ExportDeps, exportData, listExports, openExport, stopExport } from './request-export.ts';

/** Translates wire fields into domain types and nothing else: a rule found here is in the wrong file. */
export function exportRoutes(http: Http, deps: ExportDeps & AuthDeps): void {
  serve(
    http,
    routes.createExport,
    ({ kind, period, language }, { userId, mode }, { idempotencyKey: key, body, lang }) =>
      createExport(deps, { userId, mode, kind, period, language: language ?? languageOr(lang), key, body }),
  );
  serve(http, routes.exportData, (input, caller, { idempotencyKey: key, lang }) =>
    exportData(deps, caller, { input, key, language: languageOr(lang) }),
  );
  serve(http, routes.listExports, (request, caller) => listExports(deps, caller, request));
  serve(http, routes.stopExport, ({ id }, { userId }) => stopExport(deps, userId, id));
  serveDownload(http, routes.openExport, ({ id }, caller) => openExport(deps, caller, id));
}
