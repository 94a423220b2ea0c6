import { type Picture, picturesOf, stepOfPicture } from '@app/domain/kyc';
import { Icon } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import {
  type Basis,
  type CaptureForm,
  documentOf,
  fieldsOf,
  isKeptPicture,
  isRelationship,
  type WizardStep,
} from './capture-form.ts';
import { useCountryName } from './detail-steps.tsx';
import { PART_OF, usePreview } from './picture-step.tsx';
import { recallPicture } from './sent-pictures.ts';

type Props = { form: CaptureForm; basis: Basis; go: (step: WizardStep) => void };

/** Everything that will be sent; each part leads back to its step. */
export function ReviewStep({ form, basis, go }: Props) {
  const text = useText();
  const nameOf = useCountryName();
  const document = documentOf(form);
  const details = fieldsOf(basis.level).map((field) => {
    const value = form[field].trim() === '' ? (basis.kept.details[field] ?? '') : form[field];
    const shown = field === 'relationship' && isRelationship(value) ? text(`kyc.relationship.${value}`) : value;
    return [text(`kyc.capture.${field}`), shown] as const;
  });
  const nationality = nameOf(form.nationality);
  return (
    <>
      <p className="text-pretty text-ink-2">{text('kyc.capture.review.text')}</p>
      <Part title={text('kyc.part.document')} change={() => go('document')}>
        <Lines
          lines={[
            ...(basis.level === 1 && nationality !== undefined
              ? [[text('kyc.capture.nationality'), nationality] as const]
              : []),
            ...(document === undefined
              ? []
              : [[text('kyc.capture.document'), text(`kyc.document.${document}`)] as const]),
          ]}
        />
      </Part>
      <Part title={text(`kyc.part.details.${basis.level}`)} change={() => go('details')}>
        <Lines lines={details} />
      </Part>
      <section className="card">
        <h3 className="text-title">{text('kyc.capture.photos')}</h3>
        <ul className="mt-3 grid grid-cols-3 gap-2">
          {picturesOf(basis.level, document ?? 'id_card').map((picture) => (
            <li key={picture}>
              <Thumb picture={picture} form={form} basis={basis} open={() => go(stepOfPicture(picture))} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Part({ title, change, children }: { title: string; change: () => void; children: ReactNode }) {
  const text = useText();
  return (
    <section className="card">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-title">{title}</h3>
        <button type="button" className="hit flex-none text-label font-medium text-brand" onClick={change}>
          {text('kyc.capture.change')}
          <span className="sr-only">{` (${title})`}</span>
        </button>
      </div>
      <div className="mt-2">{children}</div>
    </section>
  );
}

/** Long names and addresses wrap below their label. */
function Lines({ lines }: { lines: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {lines.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-label text-ink-3">{label}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ThumbProps = { picture: Picture; form: CaptureForm; basis: Basis; open: () => void };

function Thumb({ picture, form, basis, open }: ThumbProps) {
  const text = useText();
  const isSent = form.pictures[picture] !== undefined;
  const isKept = !isSent && isKeptPicture(basis, form, picture);
  const isMissing = !isSent && !isKept;
  const preview = usePreview(isSent ? recallPicture(basis.level, picture) : undefined);
  const name = text(`kyc.part.${PART_OF[picture]}`);
  return (
    <button type="button" className="block w-full text-left" onClick={open}>
      <span className="grid aspect-4/3 w-full place-items-center overflow-hidden rounded-ctl bg-s2 text-ink-3">
        {preview === undefined ? (
          <span className={isMissing ? 'text-warn' : 'text-ok'}>
            <Icon name={isMissing ? 'camera' : 'check-circle'} />
          </span>
        ) : (
          <img className="size-full object-cover" src={preview} alt="" />
        )}
      </span>
      <span className="mt-1 block text-micro text-ink-3">{name}</span>
      {isKept && <span className="block text-micro text-ink-3">{text('kyc.capture.kept')}</span>}
      {isMissing && <span className="block text-micro text-warn">{text('kyc.capture.missing.photo')}</span>}
    </button>
  );
}
