/** Larger pictures are drawn smaller before they are sent, so that a phone's photo passes the limit of 3 MB. */
const SIDE_MAX = 1_600;
const AS_IS_MAX = 1024 * 1024;
/** Of a picture among many: so that a save holds several of them. */
const SMALL_MAX = 300 * 1024;

/** The browser that cannot write WebP answers a PNG, which is no smaller for a photo. */
async function drawn(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const write = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, type === 'image/webp' ? 0.9 : 0.88));
  const webp = await write('image/webp');
  if (webp?.type === 'image/webp') return webp;
  const paper = canvas.getContext('2d');
  if (paper) {
    // what was transparent would turn black
    paper.globalCompositeOperation = 'destination-over';
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
  }
  return write('image/jpeg');
}

/** The picture on a canvas, no side longer than allowed. */
function canvasOf(picture: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

async function shrunk(file: File, asIs: number): Promise<Blob> {
  if (file.size <= asIs) return file;
  const blob = await drawn(canvasOf(await createImageBitmap(file)));
  // a well-packed picture may grow when it is packed again
  return blob && blob.size < file.size ? blob : file;
}

const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** A picked picture as a data URL, fit to be sent (decisions 0.1); rejects where the browser cannot read it. */
export const pictureData = async (file: File): Promise<string> => dataOf(await shrunk(file, AS_IS_MAX));

/** The same for one of many: at most 1,600 px and smaller; what is small already stays as it is. */
export async function smallPictureData(file: File): Promise<string> {
  // what the browser cannot show is said now and not when it is saved
  (await createImageBitmap(file)).close();
  return dataOf(await shrunk(file, SMALL_MAX));
}

/** A stored picture as a data URL, to be kept once more; rejects where it cannot be had. */
export async function storedPictureData(address: string): Promise<string> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const blob = await drawn(canvasOf(await createImageBitmap(image)));
  if (!blob) throw new Error('The browser cannot write a picture.');
  return dataOf(blob);
}
