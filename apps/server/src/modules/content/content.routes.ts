import * as routes from '@app/protocol/content';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { createCleanedBodies } from './cleaned-bodies.ts';
import { type ContentDeps, listArticles, readArticle, searchArticles, showPop } from './show-articles.ts';

/** Maps wire fields to domain fields only; business rules do not belong here. */
export function contentRoutes(http: Http, platform: Pick<Platform, 'db' | 'log'>): void {
  const deps: ContentDeps = { ...platform, cleanedBody: createCleanedBodies() };
  serve(http, routes.newsPop, (_input, _caller, { lang }) => showPop(deps, lang));
  serve(http, routes.listNews, (input, _caller, { lang }) => listArticles(deps, input, lang));
  serve(http, routes.searchArticles, ({ q }, _caller, { lang }) => searchArticles(deps, q, lang));
  serve(http, routes.newsDetail, ({ id }, _caller, { lang }) => readArticle(deps, id, lang));
}
