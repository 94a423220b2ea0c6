import { Button, Icon, showToast } from '@app/ui';
import { type RefObject, useEffect, useState } from 'react';
import { networkWithStandard } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import { saveAs } from '../../../data/call/download.ts';
import type { Network } from '../networks.ts';
import { drawCode } from './draw-code.ts';

/** How long the button says that the address was copied. */
const COPIED_MS = 2_000;

type Props = { network: Network; address: string | undefined; code: RefObject<HTMLElement | null> };

/** Copies the address, saves its code as a picture, and hands it to another app where the device can. */
export function AddressActions({ network, address, code }: Props) {
  const text = useText();
  const { currency, chain } = network;
  const name = `${currency} · ${networkWithStandard(chain)}`;
  const failed = () => showToast(text('deposit.save.failed'), 'error');
  const save = async () => {
    const picture = await drawCode(code.current?.querySelector('svg'), [name, ...linesOf(address ?? '')]);
    if (picture === undefined) return failed();
    saveAs(picture, `${currency}-${chain}.png`);
    showToast(text('deposit.saved'), 'ok');
  };
  const share = () => {
    // Closing the system's own sheet is no failure.
    navigator.share({ text: `${name}\n${address}` }).catch((error: Error) => {
      if (error.name !== 'AbortError') failed();
    });
  };
  const isOff = address === undefined;
  return (
    <div className="mt-4 flex w-full gap-2">
      <CopyButton address={address} />
      <Button
        className="flex-none px-3.5"
        disabled={isOff}
        aria-label={text('deposit.save')}
        onClick={() => void save()}
      >
        <Icon name="save" size={20} />
      </Button>
      {'share' in navigator && (
        <Button className="flex-none px-3.5" disabled={isOff} aria-label={text('deposit.share')} onClick={share}>
          <Icon name="share" size={20} />
        </Button>
      )}
    </div>
  );
}

/** Characters of an address in one line of the picture. */
const LINE = 24;
const linesOf = (address: string): readonly string[] => address.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];

function CopyButton({ address }: { address: string | undefined }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(address ?? ''); // Without a secure origin there is no clipboard: it throws.
    setCopied(true);
    showToast(text('deposit.copied'), 'ok');
  };
  return (
    <Button
      tone="primary"
      wide
      disabled={address === undefined}
      onClick={() => void copy().catch(() => showToast(text('refusal.copy_failed'), 'error'))}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={20} />
      {text('deposit.copy')}
    </Button>
  );
}
