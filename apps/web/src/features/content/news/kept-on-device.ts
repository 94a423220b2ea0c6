import type { KeptValues } from '@app/client/storage';

/** Storage names in groups that a user can judge. */
const GROUPS = {
  login: ['token', 'user'],
  device: ['device'],
  unfinished: ['pending_calls'],
  proofs: ['price_history'],
  choices: [
    ...['lang', 'lang_unsent', 'theme', 'price_colours', 'motion', 'fiat', 'chart_style', 'haptics', 'countries'],
    ...['confirm_spot_limit', 'confirm_spot_market', 'confirm_contract', 'amounts_hidden'],
  ],
  arranged: [
    ...['home_shortcuts', 'checklist_away', 'demo_practised', 'spot_guide', 'lessons_done', 'market_list'],
    ...['chart_period', 'chart_indicators', 'chart_own', 'chart_strip', 'book_view', 'other_pairs_hidden'],
    ...['chart_params', 'other_contracts_hidden', 'contract_leverage', 'contract_risk_read', 'seconds_risk_read'],
    ...['small_hidden', 'article_text_size', 'announcement_put_away', 'announcement_shown'],
  ],
  searches: ['search_recents', 'coins_chosen'],
  fetched: ['fiats', 'kefu', 'deposit_addresses'],
} as const satisfies Record<string, readonly string[]>;

export type KeptGroup = keyof typeof GROUPS;
export const KEPT_GROUPS = Object.keys(GROUPS) as KeptGroup[]; // Keys of `GROUPS`.

/**
 * Groups that are safe to clear: no login, no pending call and no proof is lost, and nothing hidden becomes visible.
 */
const HARMLESS = ['arranged', 'searches', 'fetched'] as const satisfies readonly KeptGroup[];

export const namesOf = (group: KeptGroup): readonly string[] => GROUPS[group];

export const isHarmless = (group: KeptGroup): boolean => HARMLESS.some((it) => it === group);

export const holdsAny = (kept: KeptValues, group: KeptGroup): boolean =>
  namesOf(group).some((name) => kept.read(name) !== undefined);

/** Clears a harmless group; never clears any other. */
export function clearGroup(kept: KeptValues, group: KeptGroup): void {
  if (!isHarmless(group)) return;
  for (const name of namesOf(group)) kept.remove(name);
}
