import { AgreementCheck, buttonClass, CopyText, groupsOfFour, Icon, Note, QrCode, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { GivenKey } from './authenticator.ts';
import { BindHeading } from './bind-parts.tsx';

type Props = { given: GivenKey; isSaved: boolean; setSaved: (isSaved: boolean) => void };

/** The key as a QR code, as text, for the clipboard and for the app on this phone. */
export function BindKey({ given: { key, uri }, isSaved, setSaved }: Props) {
  const text = useText();
  return (
    <>
      <BindHeading title={text('security.bind.key')}>{text('security.bind.key.text')}</BindHeading>
      <div className="flex flex-col gap-4 px-gutter pb-4">
        <div className="card flex flex-col items-center gap-3">
          <QrCode text={uri} label={text('security.bind.qr')} />
          <CopyText
            text={key}
            shown={groupsOfFour(key)}
            label={text('security.bind.key.copy')}
            copiedLabel={text('security.bind.key.copied')}
            onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
          />
          <a className={buttonClass({ size: 'small' })} href={uri}>
            <Icon name="external" size={16} />
            <span className="ml-2">{text('security.bind.key.open')}</span>
          </a>
        </div>
        <Note icon="warn" tone="warn">
          {text('security.bind.once')}
        </Note>
        <AgreementCheck checked={isSaved} onChange={setSaved}>
          {text('security.bind.saved')}
        </AgreementCheck>
      </div>
    </>
  );
}
