import { deviceName } from '@app/domain/auth';
import {
  Button,
  Delayed,
  Empty,
  ErrorPanel,
  Field,
  Icon,
  IconButton,
  NavBar,
  Note,
  Page,
  Sheet,
  SkeletonRows,
  showToast,
  Tag,
} from '@app/ui';
import { useState } from 'react';
import { type Text, useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure, describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { ConfirmSheet } from '../form/confirm-sheet.tsx';
import { timeAgo } from '../security/time-ago.ts';
import { SECURITY_PATH } from '../security/with-security.tsx';
import { type Passkey, useAddPasskey, usePasskeys, useRemovePasskey, useStartPasskey } from './passkeys.ts';
import { hasPasskeys, PasskeyUnused } from './webauthn.ts';

/** /pages/plus/passkeys */
export default function PasskeysScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const { data, error, refetch } = usePasskeys();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page
      bar={<NavBar title={text('security.passkeys')} back={back} />}
      {...(data !== undefined && hasPasskeys() && { foot: <AddPasskey /> })}
    >
      {data === undefined && error === null && (
        <Delayed>
          <SkeletonRows count={2} />
        </Delayed>
      )}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && <PasskeyList list={data.list} />}
    </Page>
  );
}

/**
 * The user's passkeys; if there are none, what they are for, and if the browser does not support them, a note on that.
 */
function PasskeyList({ list }: { list: readonly Passkey[] }) {
  const text = useText();
  const sheet = useSheet('remove-passkey');
  const [selected, setSelected] = useState<Passkey>();
  const removing = useRemovePasskey();
  const select = (passkey: Passkey) => {
    removing.reset();
    setSelected(passkey);
    sheet.open();
  };
  const remove = () =>
    selected !== undefined &&
    removing.mutate(selected.id, {
      onSuccess: () => {
        sheet.close();
        showToast(text('security.passkeys.removed'), 'ok');
      },
    });
  return (
    <>
      {list.length === 0 && hasPasskeys() && (
        <Empty title={text('security.passkeys.empty')} text={text('security.passkeys.empty.text')} />
      )}
      <ul>
        {list.map((passkey) => (
          <PasskeyRow key={String(passkey.id)} passkey={passkey} onRemove={() => select(passkey)} />
        ))}
      </ul>
      {!hasPasskeys() && <NoneHere />}
      <ConfirmSheet
        sheet={sheet}
        title={text('security.passkeys.remove.ask')}
        about={text('security.passkeys.remove.text', { name: selected?.name ?? '' })}
        keep={text('security.passkeys.keep')}
        act={text('security.passkeys.remove')}
        pending={removing}
        go={remove}
      />
    </>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const text = useText();
  const locale = useLocale();
  const { name, is_synced, last_used_at } = passkey;
  const used = last_used_at === null ? undefined : timeAgo(last_used_at, serverNow(), locale);
  return (
    <li className="row py-2">
      <span className="text-ink-3">
        <Icon name="passkey" />
      </span>
      <div className="row__main">
        <div className="row__t flex-wrap">
          <span className="min-w-0 break-words">{name}</span>
          {is_synced && <Tag>{text('security.passkeys.synced')}</Tag>}
        </div>
        <div className="row__s">
          {used === undefined ? text('security.passkeys.never') : text('security.passkeys.used', { time: used })}
        </div>
      </div>
      <IconButton label={text('security.passkeys.remove.name', { name })} onClick={onRemove}>
        <Icon name="trash" size={20} />
      </IconButton>
    </li>
  );
}

function NoneHere() {
  const text = useText();
  return (
    <div className="px-gutter py-4">
      <Note icon="info">
        <b>{text('security.passkeys.none_here')}</b> {text('security.passkeys.none_here.text')}
      </Note>
    </div>
  );
}

const NAME_MAX = 40;

/** Step-up, then a name, then the browser: its window opens only right after a press. */
function AddPasskey() {
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
        tone="primary"
        blocked={!isReady}
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
