import { readDeal } from '@app/protocol/contract';
import { type Notice, notify, tick } from '@app/ui';
import type { Deal } from '../../../data/account/deals.ts';
import { usePreferences } from '../../../data/app/preferences.ts';
import { loadTexts, type Text, textIn } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { contractName } from '../contract-name.ts';
import { inMoney, sideText, signedText, whenText } from '../history/deal-texts.ts';
import { sizeWithUnit } from '../positions/deal-texts.ts';
import type { DealNotice } from './deal-notices.ts';

const KINDS: Readonly<Record<DealNotice['what'], Notice['kind']>> = {
  opened: 'ok',
  profit: 'ok',
  stop: 'plain',
  delivery: 'plain',
  liquidation: 'warn',
  part: 'warn',
  refused: 'warn',
  expired: 'plain',
};

/** Shows a notice as a card over whatever is open, with the way to the deal. */
export async function showDealNotice(notice: DealNotice, isOver: () => boolean): Promise<void> {
  const { what, deal, net } = notice;
  if (what === 'part' && !(await wasForced(deal.id))) return;
  const text = await dealTexts();
  if (isOver()) return;
  const params = {
    market: deal.symbol,
    side: sideText(deal, text),
    result: net === undefined ? '' : inMoney(signedText(net)),
  };
  tick();
  notify({
    id: `deal ${deal.id}`,
    kind: KINDS[what],
    text: text(`deals.notice.${what}`, params),
    action: wayTo(notice, text),
  });
}

/** Shows that an order of an earlier visit was placed, and what became of it. Throws if the session ended meanwhile. */
export async function showPlaced(deal: Deal, isOver: () => boolean): Promise<void> {
  const text = await dealTexts();
  stopIf(isOver());
  const params = {
    market: contractName(deal),
    side: sideText(deal, text),
    size: sizeWithUnit(deal.opened_share, deal),
  };
  notify({
    id: `deal ${deal.id}`,
    kind: 'ok',
    text: text(`deals.notice.placed.${STAGES[deal.status] ?? 'ended'}`, params),
    action: wayTo({ what: deal.status <= CLOSING ? 'opened' : 'expired', deal, net: undefined }, text),
  });
}

const CLOSING = 2;
const STAGES = ['pending', 'open', 'open'] as const;

/** Shows that an order of an earlier visit was not placed. Throws if the session ended meanwhile. */
export async function showNotPlaced(key: string, at: number, isOver: () => boolean): Promise<void> {
  const text = await dealTexts();
  stopIf(isOver());
  notify({ id: `deal ${key}`, kind: 'warn', text: text('deals.notice.not_placed', { time: whenText(at, text) }) });
}

/** An unshown notice must not count as shown. */
function stopIf(isOver: boolean): void {
  if (isOver) throw new Error('whose order it was is no longer here');
}

/** Returns whether the last lots of a deal were closed by force. */
async function wasForced(id: bigint): Promise<boolean> {
  const { settlements } = await call(readDeal, { id });
  return settlements.at(-1)?.cause === 'liquidation';
}

/** Loads the texts, because notices appear on any screen, which may have loaded others. */
async function dealTexts(): Promise<Text> {
  const { language } = usePreferences.getState();
  await loadTexts(['deals'], language);
  return (key, params) => textIn(language, key, params);
}

const DEALS = '/pages/transaction/contract_order';

function wayTo({ what, deal }: DealNotice, text: Text): NonNullable<Notice['action']> {
  const address =
    what === 'opened'
      ? `${DEALS}?tab=open`
      : `${DEALS}?${new URLSearchParams({ tab: 'history', deal: String(deal.id) })}`;
  return {
    label: text(what === 'liquidation' || what === 'part' ? 'deals.notice.why' : 'deals.notice.view'),
    run: () => {
      location.hash = address;
    },
  };
}
