import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { TransferPage } from './transfer-screen.tsx';

const P2P = '/pages/legal/legal';

/**
 * /pages/legal/transfer: transfers between wallet and fiat account. Until P2P is open, money can only leave the fiat
 * account, so that is the source at first.
 */
export default function FiatTransferScreen() {
  const preset = useIsOpen()(P2P) ? '?from=wallet&to=fiat' : '?from=fiat&to=wallet';
  return <TransferPage title={useText()('otc.transfer.title')} preset={preset} />;
}
