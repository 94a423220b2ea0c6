import { Icon, IconButton, showToast } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import { chartAddress } from '../model/mover-line.ts';

/** The way to this chart for others: the device's own sharing, or the link to paste. */
export function ChartShare({ symbol }: { symbol: string }) {
  const text = useText();
  const share = async () => {
    const url = `${location.origin}${location.pathname}#${chartAddress(symbol)}`;
    if (navigator.share !== undefined) return await navigator.share({ title: symbol, url });
    await navigator.clipboard.writeText(url);
    showToast(text('market.chart.share.copied'), 'ok');
  };
  return (
    // Whoever closes the device's own sheet has changed their mind; nothing went wrong.
    <IconButton label={text('market.chart.share')} onClick={() => void share().catch(() => undefined)}>
      <Icon name="share" />
    </IconButton>
  );
}
