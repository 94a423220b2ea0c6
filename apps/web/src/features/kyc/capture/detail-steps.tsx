import { type DetailField, DOCUMENT_TYPES, RELATIONSHIPS } from '@app/domain/kyc';
import { ChipGroup, Field, RadioList, SelectButton } from '@app/ui';
import { type InputHTMLAttributes, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useChosenCountry } from '../../../data/session/chosen-country.ts';
import {
  type Basis,
  type CaptureForm,
  documentOf,
  type EnteredField,
  fieldsOf,
  isRelationship,
  isRight,
} from './capture-form.ts';

type Props = { form: CaptureForm; change: (form: CaptureForm) => void; basis: Basis };

const AREAS_PATH = '/pages/setting/areas?for=nationality';

/** Nationality and kind of document; level 2 has the nationality of level 1. */
export function DocumentStep({ form, change, basis }: Props) {
  const text = useText();
  const options = DOCUMENT_TYPES.map((value) => ({ value, label: text(`kyc.document.${value}`) }));
  return (
    <>
      {basis.level === 1 && <Nationality form={form} change={change} basis={basis} />}
      <div>
        <div className="lbl">{text('kyc.capture.document')}</div>
        <RadioList
          label={text('kyc.capture.document')}
          options={options}
          value={documentOf(form)}
          onChange={(document) => change({ ...form, document })}
        />
      </div>
    </>
  );
}

/** Opens the list of countries, which leads back here with the choice. */
function Nationality({ form, change }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const picked = useChosenCountry('nationality')?.code;
  const [before, setBefore] = useState(picked);
  // The list stores the choice; this page takes it over once, so that a draft of another person is not changed later.
  useEffect(() => {
    if (picked === undefined || (picked === before && form.nationality !== '')) return;
    setBefore(picked);
    if (picked !== form.nationality) change({ ...form, nationality: picked });
  }, [picked, before, form, change]);
  const name = useCountryName()(form.nationality);
  return (
    <SelectButton
      label={text('kyc.capture.nationality')}
      placeholder={text('kyc.capture.nationality.choose')}
      {...(name !== undefined && { value: name })}
      open={false}
      onClick={() => void navigate(AREAS_PATH)}
    />
  );
}

/** Returns the name of a country in the reader's language; undefined without one. */
export function useCountryName(): (code: string) => string | undefined {
  const names = new Intl.DisplayNames([useLocale()], { type: 'region' });
  return (code) => (/^[A-Z]{2}$/.test(code) ? names.of(code) : undefined);
}

/** How a phone helps with each field. */
const INPUTS: Partial<Record<DetailField, InputHTMLAttributes<HTMLInputElement>>> = {
  name: { autoComplete: 'name', maxLength: 100 },
  card_id: { autoCapitalize: 'characters', spellCheck: false, maxLength: 40, autoComplete: 'off' },
  relatives: { autoComplete: 'off', maxLength: 100 },
  relatives_phone: { type: 'tel', inputMode: 'tel', autoComplete: 'off', maxLength: 30 },
  relatives_address: { autoComplete: 'off', maxLength: 200 },
};

const HINTS = {
  name: 'kyc.capture.name.hint',
  card_id: 'kyc.capture.card_id.hint',
  relatives_phone: 'kyc.capture.relatives_phone.hint',
} as const;

const hintOf = (field: DetailField) => (field in HINTS ? HINTS[field as keyof typeof HINTS] : undefined); // Checked.

/** Name and number, or a relative; a problem is shown at a field once it was left. */
export function DetailsStep({ form, change, basis }: Props) {
  const text = useText();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty text-ink-2">{text(`kyc.capture.details.${basis.level}`)}</p>
      {fieldsOf(basis.level).map((field) =>
        field === 'relationship' ? (
          <Relation key={field} form={form} change={change} />
        ) : (
          <DetailView key={field} field={field} form={form} change={change} basis={basis} />
        ),
      )}
    </div>
  );
}

function Relation({ form, change }: Pick<Props, 'form' | 'change'>) {
  const text = useText();
  const label = text('kyc.capture.relationship');
  return (
    <div>
      <div className="lbl">{label}</div>
      <ChipGroup
        label={label}
        wrap
        chips={RELATIONSHIPS.map((value) => ({ value, label: text(`kyc.relationship.${value}`) }))}
        value={isRelationship(form.relationship) ? form.relationship : undefined}
        onChange={(relationship) => change({ ...form, relationship })}
      />
    </div>
  );
}

type DetailProps = Props & { field: Exclude<EnteredField, 'relationship'> };

function DetailView({ field, form, change, basis }: DetailProps) {
  const text = useText();
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && !isRight(field, form, basis);
  const masked = field === 'card_id' && form.card_id === '' ? basis.kept.details.card_id : undefined;
  const hint = hintOf(field);
  const shownHint = masked === undefined ? hint && text(hint) : text('kyc.capture.card_id.kept', { number: masked });
  return (
    <Field
      label={text(`kyc.capture.${field}`)}
      value={form[field]}
      hint={shownHint}
      error={isWrong ? text(`kyc.problem.${field}`) : undefined}
      onChange={(event) => change({ ...form, [field]: event.target.value })}
      onBlur={() => setLeft(true)}
      {...INPUTS[field]}
    />
  );
}
