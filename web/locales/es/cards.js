// Los poderes de los palos, en una palabra.
export default {
  power_C: "duplica",
  power_D: "roba",
  power_H: "cura",
  power_S: "protege",
};
