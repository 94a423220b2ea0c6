import type { Picture } from '@app/domain/kyc';
import { Button, Icon, Uploader } from '@app/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { upload } from '../../../data/call/upload.ts';
import { type Basis, type CaptureForm, documentOf, isKeptPicture } from './capture-form.ts';
import { preparePicture, Unusable } from './prepare-picture.ts';
import { recallPicture, rememberPicture } from './sent-pictures.ts';

type Props = {
  picture: Picture;
  form: CaptureForm;
  basis: Basis;
  keep: (picture: Picture, id: string) => void;
};

/** One picture: how to take it, the camera or the album, a check before it is sent, and its preview. */
export function PictureStep({ picture, form, basis, keep }: Props) {
  const text = useText();
  const [isNew, setNew] = useState(false);
  const isThere = form.pictures[picture] !== undefined;
  const isKept = !isThere && isKeptPicture(basis, form, picture);
  const how = picture === 'front_pic' && documentOf(form) === 'passport' ? 'passport' : picture;
  return (
    <>
      <div className="flex flex-col gap-3">
        <Frame picture={picture} />
        <p className="text-pretty text-ink-2">{text(`kyc.capture.how.${how}`)}</p>
      </div>
      {(isThere || isKept) && !isNew ? (
        <Taken picture={picture} basis={basis} isKept={isKept} retake={() => setNew(true)} />
      ) : (
        <Take picture={picture} basis={basis} onSent={(id) => keep(picture, id)} />
      )}
    </>
  );
}

/** A sketch of what the picture shows; the text below says it. */
function Frame({ picture }: { picture: Picture }) {
  return (
    <svg
      className="mx-auto h-28 w-44 text-ink-3"
      viewBox="0 0 176 112"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path
        className="text-brand"
        stroke="currentColor"
        strokeWidth="2.5"
        d="M4 22V8a4 4 0 0 1 4-4h14M154 4h14a4 4 0 0 1 4 4v14M172 90v14a4 4 0 0 1-4 4h-14M22 108H8a4 4 0 0 1-4-4V90"
      />
      {picture === 'hand_pic' ? (
        <>
          <circle cx="64" cy="42" r="17" />
          <path d="M32 98c3-20 15-29 32-29s29 9 32 29" />
          <rect x="98" y="48" width="50" height="32" rx="4" />
          <path d="M106 58h14M106 66h24" />
        </>
      ) : (
        <>
          <rect x="26" y="20" width="124" height="72" rx="7" />
          {picture === 'front_pic' ? (
            <>
              <circle cx="56" cy="48" r="10" />
              <path d="M40 76c3-10 8-14 16-14s13 4 16 14M88 42h44M88 56h44M88 70h28" />
            </>
          ) : (
            <path d="M26 40h124M38 58h60M38 70h84M38 80h40" />
          )}
        </>
      )}
    </svg>
  );
}

function Take({ picture, basis, onSent }: { picture: Picture; basis: Basis; onSent: (id: string) => void }) {
  const text = useText();
  const kind = picture === 'hand_pic' ? 'face' : 'document';
  const check = async (chosen: File) => {
    try {
      const { file, doubt } = await preparePicture(chosen, kind);
      return { file, doubt: doubt && text(`kyc.quality.${doubt}`) };
    } catch (error) {
      throw error instanceof Unusable ? new Error(text(`kyc.quality.${error.reason}`)) : error;
    }
  };
  const send = async (file: File, onProgress: (percent: number) => void) => {
    const address = await upload(file, { purpose: 'identity', onProgress });
    rememberPicture(basis.level, picture, file);
    onSent(idIn(address));
  };
  return (
    <Uploader
      label={text(`kyc.part.${PART_OF[picture]}`)}
      facing={picture === 'hand_pic' ? 'user' : 'environment'}
      check={check}
      send={send}
      hint={text('kyc.capture.safe')}
      labels={{
        camera: text('kyc.capture.camera'),
        album: text('kyc.capture.album'),
        retry: text('kyc.capture.retry'),
        again: text('kyc.capture.again'),
        anyway: text('kyc.capture.anyway'),
        checking: text('kyc.capture.checking'),
        sent: text('kyc.capture.photo.sent'),
        failed: text('kyc.capture.photo.failed'),
        preview: text('kyc.capture.preview'),
        sending: (percent) => text('kyc.capture.sending', { percent }),
      }}
    />
  );
}

export const PART_OF = { front_pic: 'front', reverse_pic: 'back', hand_pic: 'hand' } as const;

const ID_LENGTH = 22;
/** An upload's address ends with its id. */
const idIn = (address: string): string => address.slice(-ID_LENGTH);

type TakenProps = { picture: Picture; basis: Basis; isKept: boolean; retake: () => void };

/** A picture that was sent before; a preview where this page still has it. */
function Taken({ picture, basis, isKept, retake }: TakenProps) {
  const text = useText();
  const preview = usePreview(recallPicture(basis.level, picture));
  return (
    <div className="upload__card">
      {preview !== undefined && !isKept && (
        <img className="upload__img" src={preview} alt={text('kyc.capture.preview')} />
      )}
      <div className="upload__line">
        <span className="upload__ok">
          <Icon name="check-circle" size={20} />
          {text(isKept ? 'kyc.capture.photo.kept' : 'kyc.capture.photo.sent')}
        </span>
        <Button size="small" tone="line" onClick={retake}>
          {text('kyc.capture.again')}
        </Button>
      </div>
    </div>
  );
}

/** Returns an address of a picture in memory, for as long as it is shown. */
export function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === undefined) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
