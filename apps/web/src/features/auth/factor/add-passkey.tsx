import { deviceName } from '@app/domain/auth';
import { Button, Field, Sheet, showToast } from '@app/ui';
import { useState } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure, describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useAddPasskey, useStartPasskey } from './passkeys.ts';
import { PasskeyUnused } from './webauthn.ts';

const NAME_MAX = 40;

/** Step-up, then a name, then the browser: its window opens only right after a press. */
export function AddPasskey() {
  const text = useText();
  const sheet = useSheet('name-passkey');
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const starting = useStartPasskey();
  const adding = useAddPasskey();
  const problem = describeUnlessGivenUp(starting.error, text);
  const options = starting.data?.options; // After a reload history may still be "open" without options.
  const start = () => {
    adding.reset();
    starting.mutate(undefined, { onSuccess: sheet.open });
  };
  const add = () => {
    if (options === undefined) return;
    const onSuccess = () => {
      sheet.close();
      starting.reset(); // Valid for one passkey.
      showToast(text('security.passkeys.added'), 'ok');
    };
    adding.mutate({ options, name: name.trim() }, { onSuccess });
  };
  return (
    <>
      {problem !== undefined && (
        <p className="hint hint--error mb-3" role="alert">
          {problem}
        </p>
      )}
      <Button tone="primary" size="large" wide busy={starting.isPending} onClick={start}>
        {text('security.passkeys.add')}
      </Button>
      <Sheet
        open={sheet.isOpen && options !== undefined}
        onClose={sheet.close}
        title={text('security.passkeys.name.title')}
        closeLabel={text('system.close')}
      >
        <NameForm
          name={name}
          setName={setName}
          busy={adding.isPending}
          error={failureText(adding.error, text)}
          add={add}
        />
      </Sheet>
    </>
  );
}

function failureText(error: Error | null, text: Text): string | undefined {
  if (error instanceof PasskeyUnused) return text(`security.passkeys.${error.isKnownHere ? 'known' : 'unused'}`);
  return error === null ? undefined : describeFailure(error, text);
}

type FormProps = {
  name: string;
  setName: (name: string) => void;
  busy: boolean;
  error: string | undefined;
  add: () => void;
};

function NameForm({ name, setName, busy, error, add }: FormProps) {
  const text = useText();
  const isReady = name.trim() !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add();
      }}
    >
      <p className="mb-4 text-ink-2">{text('security.passkeys.name.text')}</p>
      <Field
        label={text('security.passkeys.name')}
        maxLength={NAME_MAX}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={error}
      />
      <Button
        className="mt-5"
        type="submit"
        tone={isReady ? 'primary' : 'off'}
        size="large"
        wide
        busy={busy}
        aria-disabled={!isReady}
      >
        {text(isReady ? 'security.passkeys.create' : 'security.missing.name')}
      </Button>
    </form>
  );
}
