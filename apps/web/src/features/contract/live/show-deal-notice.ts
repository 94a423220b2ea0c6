import { readDeal } from '@app/protocol/contract';
import { type Notice, notify, tick } from '@app/ui';
import { usePreferences } from '../../../data/app/preferences.ts';
import { loadTexts, type Text, textIn } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { inMoney, sideText, signedText } from '../history/deal-texts.ts';
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
