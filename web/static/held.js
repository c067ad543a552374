// A page that holds its program and its facts as text, packed: gives the player its facts, and
// whoever starts the program both of its parts.
globalThis.mirrorpodHeld = async (player) => {
  const unpack = async (name) => {
    const packed = document.querySelector(`script[data-held="${name}"]`).textContent;
    const bytes = Uint8Array.from(atob(packed), (it) => it.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const address = (bytes, type) => URL.createObjectURL(new Blob([bytes], { type }));
  const [js, wasm, recording] = await Promise.all(["js", "wasm", "recording"].map(unpack));
  player.dataset.recording = address(recording, "application/x-ndjson");
  return { js: address(js, "text/javascript"), wasm };
};
