import { notify, tick } from '@app/ui';
import { usePreferences } from '../../../data/app/preferences.ts';
import { loadTexts, type Text, textIn } from '../../../data/app/texts.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { endingOf, endingTitle, netOf } from '../result/ending.ts';
import { indexName, SECONDS_PATH, signedText } from '../seconds-texts.ts';

/** Shows a result as a card over whatever is open. It leads to the trading page, which shows the whole result. */
export async function showBetNotice(bet: WireBet, isOver: () => boolean): Promise<void> {
  const text = await secondsTexts();
  if (isOver()) return;
  tick();
  notify({
    id: `bet ${bet.id}`,
    kind: endingOf(bet) === 'void' ? 'warn' : 'plain',
    text: `${indexName(bet.symbol, text)} · ${endingTitle(bet, text)} ${signedText(netOf(bet), bet.currency_name)} ${bet.currency_name}`,
    action: {
      label: text('seconds.notice.view'),
      run: () => {
        location.hash = `${SECONDS_PATH}?${new URLSearchParams({ symbol: bet.symbol, bet: String(bet.id) })}`;
      },
    },
  });
}

/** Loads the texts, because notices appear on any screen, which may have loaded others. */
async function secondsTexts(): Promise<Text> {
  const { language } = usePreferences.getState();
  await loadTexts(['seconds'], language);
  return (key, params) => textIn(language, key, params);
}
