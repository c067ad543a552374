// What the lesson tells is heard at the element, as events.
const lesson = document.querySelector("mirror-pod");
const seen = document.getElementById("seen");

lesson.addEventListener("ended", () => {
  seen.textContent = "Seen to the end. Did the container stop?";
});
