/** Larger pictures are drawn smaller before they are sent, so that a phone's photo passes the limit of 3 MB. */
const SIDE_MAX = 1_600;
const AS_IS_MAX = 1024 * 1024;

async function shrunk(file: File): Promise<Blob> {
  if (file.size <= AS_IS_MAX) return file;
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/webp', 0.9));
}

/** A picked picture as a data URL, fit to be sent (decisions 0.1); rejects where the browser cannot read it. */
export async function pictureData(file: File): Promise<string> {
  const blob = await shrunk(file);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
