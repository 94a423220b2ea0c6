import { Avatar, Button, ProgressBar, showToast } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import { NoResponse } from '../../../data/call/call-refused.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { seedOf } from '../../../lib/seed-of.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { CropSheet } from './crop-sheet.tsx';
import { useSavePortrait } from './profile.ts';

type Props = { userId: string; saved: string };

/** Shows the picture others see. A new one is shown while it uploads, and a failed upload can be retried. */
export function Portrait({ userId, saved }: Props) {
  const text = useText();
  const sheet = useSheet('crop');
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [cut, setCut] = useState<File>();
  const [percent, setPercent] = useState(0);
  const save = useSavePortrait(setPercent);
  const preview = useAddressOf(cut);
  const send = (picture: File | undefined) => {
    setCut(picture);
    setPercent(0);
    save.mutate(picture, { onSuccess: () => setCut(undefined) });
  };
  const choose = (file: File) =>
    void createImageBitmap(file).then(
      (picture) => {
        setChosen(picture);
        sheet.open();
      },
      () => showToast(text('settings.profile.picture.unreadable'), 'error'),
    );
  const message = text('settings.profile.picture.sending', { percent });
  return (
    <section className="flex flex-col items-center pt-3">
      <Avatar seed={seedOf(userId)} size={80} picture={preview ?? saved} />
      <div className="mt-3 flex min-h-9 flex-wrap items-center justify-center gap-2">
        {save.isPending ? (
          <div className="w-44 text-center text-label text-ink-3">
            <p className="mb-1.5">{message}</p>
            <ProgressBar percent={percent} label={message} />
          </div>
        ) : (
          <>
            {save.isError && cut !== undefined && (
              <Button size="small" tone="primary" onClick={() => send(cut)}>
                {text('system.retry')}
              </Button>
            )}
            <ChooseFile onFile={choose} />
            {saved !== '' && !save.isError && (
              <Button size="small" onClick={() => send(undefined)}>
                {text('settings.profile.picture.remove')}
              </Button>
            )}
          </>
        )}
      </div>
      {save.error !== null && (
        <p className="hint hint--error" role="alert">
          {failureOf(save.error, text)}
        </p>
      )}
      <CropSheet
        picture={chosen}
        isOpen={sheet.isOpen}
        close={sheet.close}
        use={(file) => {
          sheet.close();
          send(file);
        }}
      />
    </section>
  );
}

/**
 * Returns the error text. A failed upload carries its own in the user's language; a call without a response does not.
 */
const failureOf = (error: Error, text: Text) =>
  error instanceof NoResponse ? describeFailure(error, text) : error.message;

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {text('settings.profile.picture')}
      </Button>
    </>
  );
}

/** Returns an object URL for a file, revoked when it is no longer shown. */
function useAddressOf(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === undefined) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
