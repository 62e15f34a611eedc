let pressed = false;
const waiting: (() => void)[] = [];

function letGo(): void {
  pressed = false;
  // after the click that belongs to it
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}

addEventListener('pointerdown', () => (pressed = true), true);
addEventListener('pointerup', letGo, true);
addEventListener('pointercancel', letGo, true);

/**
 * Acts at once, or when the pointer that is down has been let go: what appears in between would move the page
 * under it, and the click would miss what was aimed at.
 */
export function afterPointerUp(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
